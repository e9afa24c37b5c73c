/**
 * A private key for sealing, wherever it is stored: in a file, in a PKCS#12, in a hardware module. It only
 * has to support one operation.
 */
export type Sealer = {
  /** DER certificates, the sealing certificate first, each followed by its issuer. */
  readonly chain: readonly Uint8Array[];
  readonly algorithm: 'ecdsa-p256-sha256' | 'rsa-sha256';
  /** Hashes `bytes` with SHA-256 and signs: ECDSA as DER SEQUENCE { r, s }, RSA as PKCS #1 v1.5. */
  sign(bytes: Uint8Array): Promise<Uint8Array>;
};
