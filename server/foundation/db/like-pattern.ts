/** Returns the LIKE pattern of texts that contain this part, in which `%` and `_` are ordinary characters. */
export function containing(part: string): string {
  return `%${part.replaceAll(/[\\%_]/g, '\\$&')}%`;
}
