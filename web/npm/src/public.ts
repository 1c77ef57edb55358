/** Public interface, except `createEngine`. */

export { Cancelled, CrashError, Lane, LoadError, type Watch } from './lane.js';
export { Lanes } from './lanes.js';
export { DESKTOP, PHONE, allowanceOf, movesAllowanceOf, sharesOf, type Memory } from './memory.js';
export * from './messages.js';
export { Game, type Engine, type Methods, type Options } from './pegboard.js';
