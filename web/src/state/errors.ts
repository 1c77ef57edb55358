/** Errors as the player reads them. */

import { LoadError } from 'pegboard';
import { text } from '../text/text.ts';

export function messageOf(error: unknown): string {
  if (error instanceof LoadError) return text.failed;
  return error instanceof Error ? error.message : String(error);
}
