import type { Place } from '#core/destination/kinds.ts';

/** Returns the location of a destination in one line. */
export function placeText(place: Place): string {
  if (place.kind === 's3') return `${place.bucket}/${place.prefix} (${place.endpoint})`;
  if (place.kind === 'sftp')
    return `${place.user}@${place.host}:${place.port}/${place.folder.replace(/^\//, '')}`;
  return place.kind === 'email' ? place.address : place.url;
}
