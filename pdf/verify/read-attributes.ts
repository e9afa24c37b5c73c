import { expectTag, MalformedDer, readChildren, readObjectIdentifier } from './read-der.ts';
import type { DerElement } from './read-der.ts';

/** Returns the single-valued attributes by type. */
export function readAttributes(set: DerElement): Map<string, DerElement> {
  const attributes = new Map<string, DerElement>();
  for (const attribute of readChildren(set)) {
    const [type, values] = readChildren(expectTag(attribute, 0x30), 2);
    const name = readObjectIdentifier(type);
    const [value] = readChildren(expectTag(values, 0x31), 1);
    if (value === undefined || attributes.has(name)) throw new MalformedDer('attribute twice');
    attributes.set(name, value);
  }
  return attributes;
}

export function expectIdentifier(element: DerElement | undefined, dotted: string): void {
  if (readObjectIdentifier(element) !== dotted) throw new MalformedDer(`not ${dotted}`);
}
