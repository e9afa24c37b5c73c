/** URL parameter of the verify page that identifies a document of this account. */
export const documentToVerify = 'document';

export const verifyAddress = (id: string) => `/verify?${documentToVerify}=${id}`;
