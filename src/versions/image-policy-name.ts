const LABEL = '[a-z\\d](?:[-a-z\\d]{0,61}[a-z\\d])?';
const POLICY = new RegExp(`^${LABEL}:${LABEL}(?:\\.${LABEL})*(?::(?:name|tag|digest))?$`);

/** Whether a text names an ImagePolicy as markers do: `apps:web`, `apps:web:tag`. */
export const isImagePolicyName = (text: string): boolean => POLICY.test(text);

/** `tag` of `apps:web:tag`; undefined for a field with the whole reference. */
export const partOf = (policy: string): string | undefined => policy.split(':')[2];

/** `apps:web` of `apps:web:tag`. */
export const policyAlone = (policy: string): string => policy.split(':', 2).join(':');
