import { z } from 'zod';
import type { LongDuration } from '../constructs/duration.js';

const LABEL = '[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?';
const SUBDOMAIN = new RegExp(`^(?=.{1,253}$)${LABEL}(?:\\.${LABEL})*$`);

/** Text of a form, refused with what to give instead. */
export const textLike = <T extends string = string>(pattern: RegExp, error: string) =>
  z.custom<T>((value) => typeof value === 'string' && pattern.test(value), { error });

/** The name of an object that another one names. */
export const objectName = textLike(SUBDOMAIN, 'give a name of lower-case letters, digits, "-" and "."');

export const namespaceName = textLike(
  new RegExp(`^${LABEL}$`),
  'give the name of a namespace: lower-case letters, digits and "-", 63 at most',
);

/** https://github.com/opencontainers/distribution-spec/blob/main/spec.md#pulling-manifests */
export const imageTag = textLike(/^\w[\w.-]{0,127}$/, 'give the tag of an image, such as "v1.14.0"');

/** A DNS name, without a wildcard and a dot at its end. */
export const domain = textLike(SUBDOMAIN, 'give a domain such as "example.org", in lower case and without "*"');

/** A time as Prometheus writes it, the largest unit first: the pattern of `retention` in the operator's CRD. */
export const longDuration = textLike<LongDuration | '0'>(
  /^(?!$)(0|(([0-9]+)y)?(([0-9]+)w)?(([0-9]+)d)?(([0-9]+)h)?(([0-9]+)m)?(([0-9]+)s)?(([0-9]+)ms)?)$/,
  'give a time such as "15d" or "1d12h"',
);
