type SealSettings = {
  [
    Name in
      | 'SEAL_P12_FILE'
      | 'SEAL_P12_PASSWORD'
      | 'SEAL_PKCS11_MODULE'
      | 'SEAL_PKCS11_TOKEN'
      | 'SEAL_PKCS11_KEY'
      | 'SEAL_PKCS11_PIN'
      | 'SEAL_PKCS11_CERTIFICATES'
  ]?: string | undefined;
};

/** A part that is set and not used would seal with the server's own key, while its operator believes in another. */
export function sealApart(value: SealSettings): string | undefined {
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
