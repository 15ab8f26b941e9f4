/**
 * Names of the query parameter that signs a URL, for regular expressions. Whoever has such a URL may use it, without a
 * login: https://learn.microsoft.com/azure/storage/common/storage-sas-overview,
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/using-presigned-url.html,
 * https://docs.cloud.google.com/storage/docs/access-control/signed-urls
 */
export const SIGNATURE_NAMES = '(?:X-Amz-|X-Goog-)?Signature|sig';

/** Shorter ones are placeholders. */
const FORM = new RegExp(`([?&](?:${SIGNATURE_NAMES})=)([\\w%+/~.-]{16,}={0,2})`, 'gi');

export const isSigned = (url: string): boolean => url.search(FORM) >= 0;

/** A text without the signatures of its URLs. */
export const hideSignatures = (text: string): string => text.replace(FORM, '$1…');
