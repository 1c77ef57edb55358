/** Storage of a device, in memory. `room` is the length of the longest value that it takes. */
export function device(content: Record<string, string> = {}): globalThis.Storage & { room: number } {
  const kept = new Map(Object.entries(content));
  const storage = {
    room: Infinity,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (value.length > storage.room) throw new DOMException('full', 'QuotaExceededError');
      kept.set(key, value);
    },
    removeItem: (key: string) => void kept.delete(key),
  };
  return storage as unknown as globalThis.Storage & { room: number };
}
