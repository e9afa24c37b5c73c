/**
 * A private key for sealing, stored in a file, a PKCS#12 or a hardware module. It only has to support one
 * operation.
 */
export type Sealer = {
  /** Certificates in DER: the sealing certificate first, and each followed by its issuer. */
  readonly chain: readonly Uint8Array[];
  readonly algorithm: 'ecdsa-p256-sha256' | 'rsa-sha256';
  /**
   * Hashes `bytes` with SHA-256 and signs the hash. Returns DER SEQUENCE { r, s } for ECDSA, and PKCS #1 v1.5
   * for RSA.
   */
  sign(bytes: Uint8Array): Promise<Uint8Array>;
};
