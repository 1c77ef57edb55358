/** Memory of a WebAssembly module. */

const PAGE = 2 ** 16;
/** Initial memory in MiB, at least the minimum that the module declares. */
const FIRST = 2;

/** Returns a memory that cannot grow beyond this many MiB. */
export function boundedMemory(megabytes: number): WebAssembly.Memory {
  const pages = (size: number) => (size * 2 ** 20) / PAGE;
  return new WebAssembly.Memory({ initial: pages(FIRST), maximum: pages(Math.max(FIRST, megabytes)) });
}
