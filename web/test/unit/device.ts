/** Storage of a device, in memory. */
export function device(content: Record<string, string> = {}): globalThis.Storage {
  const kept = new Map(Object.entries(content));
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  } as unknown as globalThis.Storage;
}
