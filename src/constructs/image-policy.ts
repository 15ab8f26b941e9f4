import { diagnose, FluxspanError, formatValue, rememberPlace } from '../diagnostics/index.js';
import { isImagePolicyName, partOf } from '../versions/image-policy-name.js';
import { isImageDigest, isImageTag, parseImage } from '../versions/image-reference.js';
import { badImagePolicy } from './diagnostics.js';

/** An ImagePolicy as markers name it, `namespace:name`, and the part of the image that the field has. */
export type ImagePolicyMarker =
  | `${string}:${string}`
  | `${string}:${string}:name`
  | `${string}:${string}:tag`
  | `${string}:${string}:digest`;

// Characters that Unicode keeps free for a program's own use, so that no text of a user holds them.
const OPEN = '\ufdd0';
const CLOSE = '\ufdd1';
/**
 * Behind the value: its policy, and its length, which shows what was put before it. The dollars make each marked text
 * one that is looked at again before it is printed.
 */
const HIDDEN = new RegExp(`^([^${OPEN}]*)${OPEN}\\$\\$([^${CLOSE}]*)=(\\d+)${CLOSE}$`);

/**
 * Lets Flux's image automation update a field in the tree: the field's line gets the marker of the ImagePolicy as a
 * comment, `{"$imagepolicy": "apps:web"}`. An edit of the tag or digest by the automation is then kept by synth, until
 * the value in the code changes. The value must become a whole field.
 *
 * https://fluxcd.io/flux/guides/image-update/#configure-image-update-for-custom-resources
 *
 * @param policy `apps:web`; with `:tag`, `:name` or `:digest`, where the field holds that part alone
 * @param value what stands there until the automation updates it: `ghcr.io/acme/web:1.2.3`, or the part
 * @example new Deployment(scope, 'web', { … containers: [{ image: imagePolicy('apps:web', image('web')) }] … })
 * @throws FluxspanError where one of the two isn't that
 */
export const imagePolicy = (policy: ImagePolicyMarker, value: string): string => {
  const fault = policyFault(policy) ?? valueFault(policy, value);
  if (fault === undefined) return `${value}${OPEN}$$${policy}=${value.length}${CLOSE}`;
  const source = rememberPlace()();
  throw new FluxspanError([diagnose(badImagePolicy, { ...fault, at: source === undefined ? {} : { source } })]);
};

interface Fault {
  readonly message: string;
  readonly fix: string;
}

const policyFault = (policy: unknown): Fault | undefined =>
  typeof policy === 'string' && isImagePolicyName(policy)
    ? undefined
    : {
        message: `image policy ${formatValue(policy)} isn't "namespace:name"`,
        fix: "give its namespace and its name: 'apps:web', or 'apps:web:tag' for a field that holds the tag alone",
      };

const valueFault = (policy: string, value: unknown): Fault | undefined => {
  const part = partOf(policy);
  if (typeof value === 'string' && fitsPart(part, value)) return undefined;
  if (typeof value === 'string' && HIDDEN.test(value))
    return { message: 'an image has two image policies', fix: 'give it one of them' };
  const what = part === undefined ? 'an image with a tag or a digest' : `the ${part} of an image`;
  const meant = part === undefined && typeof value === 'string' && isImageTag(value) ? `, or '${policy}:tag'` : '';
  return {
    message: `image policy "${policy}" marks ${formatValue(value)}, which isn't ${what}`,
    fix: `give ${part === undefined ? "the whole reference: 'ghcr.io/acme/web:1.2.3'" : `the ${part} alone`}${meant}`,
  };
};

const fitsPart = (part: string | undefined, value: string): boolean => {
  switch (part) {
    case 'tag':
      return isImageTag(value);
    case 'digest':
      return isImageDigest(value);
  }
  const image = parseImage(value);
  if (image === undefined) return false;
  const isBare = image.tag === undefined && image.digest === undefined;
  return part === 'name' ? isBare : !isBare;
};

/**
 * Whether the automation may have put a value in the place of another one: the repository is the same, and the new value
 * is of the same part.
 */
export const mayBecome = (policy: string, from: string, to: string): boolean => {
  const part = partOf(policy);
  if (part === 'name' || !fitsPart(part, to)) return false;
  return part !== undefined || parseImage(from)?.name === parseImage(to)?.name;
};

/** A text with what {@link imagePolicy} has hidden in it. */
export interface MarkedText {
  readonly value: string;
  /** `apps:web:tag` */
  readonly policy: string;
}

export const isMarked = (text: string): boolean => text.includes(OPEN) || text.includes(CLOSE);

/** Undefined where the marked value is only a part of the text. */
export const readMarked = (text: string): MarkedText | undefined => {
  const [, value = '', policy, length] = HIDDEN.exec(text) ?? [];
  return policy === undefined || value.length !== Number(length) ? undefined : { value, policy };
};

/** The text as it would be without marks. */
export const withoutMarks = (text: string): string =>
  text.replace(new RegExp(`${OPEN}\\$\\$[^${CLOSE}]*${CLOSE}`, 'g'), '');
