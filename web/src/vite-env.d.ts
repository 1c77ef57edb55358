/// <reference types="vite/client" />

declare module 'virtual:player' {
  /** Address of the script of exported pages. */
  const address: string;
  export default address;
}
