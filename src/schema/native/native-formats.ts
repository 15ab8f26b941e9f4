/** https://kubernetes.io/docs/concepts/overview/working-with-objects/names/ */
const isShortName = (text: string): boolean => /^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$/.test(text);
const isLongName = (text: string): boolean =>
  text.length <= 253 && /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/.test(text);

/**
 * What Kubernetes checks of texts in its own kinds, by the names that its validation has for them where it has one
 * (`+k8s:format`).
 */
export const nativeFormats: Readonly<Record<string, (text: string) => boolean>> = {
  'k8s-short-name': isShortName,
  'k8s-long-name': isLongName,
};

/** How to say what a format takes. */
export const nativeFormatWords: Readonly<Record<string, string>> = {
  'k8s-short-name': 'lowercase letters, digits and "-", 63 characters at most, a letter or digit at both ends',
  'k8s-long-name':
    'lowercase letters, digits, "-" and ".", 253 characters at most, a letter or digit at both ends of each part',
};
