/** The modules: how they are compiled, and the memory that they get. */

/** Compiles while the bytes come in; after all of them on hosts that do not know the type of the file. */
export async function compile(url: string): Promise<WebAssembly.Module> {
  try {
    return await WebAssembly.compileStreaming(fetch(url));
  } catch {
    return WebAssembly.compile(await (await fetch(url)).arrayBuffer());
  }
}

const PAGE = 2 ** 16;
/** MiB with which every memory begins: enough for what a module declares. */
const FIRST = 2;

/** A memory that cannot grow beyond this many MiB. */
export function boundedMemory(megabytes: number): WebAssembly.Memory {
  const pages = (size: number) => (size * 2 ** 20) / PAGE;
  return new WebAssembly.Memory({ initial: pages(FIRST), maximum: pages(Math.max(FIRST, megabytes)) });
}
