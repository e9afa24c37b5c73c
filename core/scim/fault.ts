/** Error types of SCIM (RFC 7644 §3.12). */
export type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget';

/** Why a SCIM request is refused, with a sentence that says what to do. */
export type ScimFault = { fault: ScimType; detail: string };

export const scimFault = (fault: ScimType, detail: string): ScimFault => ({ fault, detail });

export function isScimFault(value: unknown): value is ScimFault {
  return typeof value === 'object' && value !== null && 'fault' in value;
}
