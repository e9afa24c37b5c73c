/** The public DNS records of a domain. */
export type DomainRecords = {
  /**
   * Returns the texts of its TXT records; empty if the name does not exist. Rejects if no server responds.
   */
  txt(name: string): Promise<string[]>;
};
