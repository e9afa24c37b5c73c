/** The public DNS records of a domain. */
export type DomainRecords = {
  /**
   * Returns the domain's TXT records; none if the name does not exist. Rejects if no name server responds.
   */
  txt(name: string): Promise<string[]>;
};
