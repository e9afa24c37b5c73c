/** The parameter of the verify page that names a document of this account. */
export const documentToVerify = 'document';

export const verifyAddress = (id: string) => `/verify?${documentToVerify}=${id}`;
