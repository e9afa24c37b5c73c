/** Returns a LIKE pattern for texts that contain this part. `%` and `_` match only themselves. */
export function containing(part: string): string {
  return `%${part.replaceAll(/[\\%_]/g, '\\$&')}%`;
}
