/** Errors as the player reads them. */

import { CrashError, LoadError } from 'pegboard';
import { text } from '../text/text.ts';

export function messageOf(error: unknown): string {
  if (error instanceof LoadError) return text.failed;
  if (error instanceof CrashError) return text.crashed;
  return error instanceof Error ? error.message : String(error);
}
