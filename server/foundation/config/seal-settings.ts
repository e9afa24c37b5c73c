import { resolve } from 'node:path';

type Given = {
  [
    Name in
      | 'SEAL_P12_FILE'
      | 'SEAL_P12_PASSWORD'
      | 'SEAL_PKCS11_MODULE'
      | 'SEAL_PKCS11_TOKEN'
      | 'SEAL_PKCS11_KEY'
      | 'SEAL_PKCS11_PIN'
      | 'SEAL_PKCS11_CERTIFICATES'
      | 'SEAL_NEW_ROOT'
      | 'SEAL_EARLIER_ROOTS_FILE'
  ]?: string | undefined;
};

export type SealSettings = {
  sealP12: { file: string; password: string } | undefined;
  /** Takes precedence over `sealP12`. */
  sealPkcs11: { module: string; token: string; key: string; pin: string; certificates: string } | undefined;
  sealNewRoot: string | undefined;
  sealEarlierRootsFile: string | undefined;
};

export function readSeal(value: Given): SealSettings {
  return {
    sealP12: value.SEAL_P12_FILE
      ? { file: resolve(value.SEAL_P12_FILE), password: value.SEAL_P12_PASSWORD ?? '' }
      : undefined,
    sealPkcs11: value.SEAL_PKCS11_MODULE
      ? {
          module: value.SEAL_PKCS11_MODULE,
          token: value.SEAL_PKCS11_TOKEN ?? '',
          key: value.SEAL_PKCS11_KEY ?? '',
          pin: value.SEAL_PKCS11_PIN ?? '',
          certificates: resolve(value.SEAL_PKCS11_CERTIFICATES ?? ''),
        }
      : undefined,
    sealNewRoot: value.SEAL_NEW_ROOT,
    sealEarlierRootsFile: value.SEAL_EARLIER_ROOTS_FILE && resolve(value.SEAL_EARLIER_ROOTS_FILE),
  };
}

/**
 * Rejects incomplete settings, because the server would otherwise seal with its own key while the operator
 * expects another one.
 */
export function sealSettingsMismatch(value: Given): string | undefined {
  const needed = [
    value.SEAL_PKCS11_MODULE,
    value.SEAL_PKCS11_TOKEN,
    value.SEAL_PKCS11_KEY,
    value.SEAL_PKCS11_CERTIFICATES,
  ];
  if ([...needed, value.SEAL_PKCS11_PIN].some(Boolean) && !needed.every(Boolean)) {
    return 'SEAL_PKCS11_MODULE, SEAL_PKCS11_TOKEN, SEAL_PKCS11_KEY and SEAL_PKCS11_CERTIFICATES belong together: set all four, and SEAL_PKCS11_PIN, or none.';
  }
  if (value.SEAL_P12_PASSWORD && !value.SEAL_P12_FILE) {
    return 'SEAL_P12_PASSWORD belongs to SEAL_P12_FILE: set both, or only the file.';
  }
  if (value.SEAL_P12_FILE && value.SEAL_PKCS11_MODULE) {
    return 'SEAL_P12_FILE and SEAL_PKCS11_MODULE are two keys, and the server seals with one: set one of them.';
  }
  return undefined;
}
