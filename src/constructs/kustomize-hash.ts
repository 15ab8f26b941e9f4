import { hash } from 'node:crypto';
import { compareText } from '../json/compare-text.js';
import { isObject } from '../json/is-object.js';

/**
 * The name with the hash that kustomize's `configMapGenerator` puts behind it for a ConfigMap with this content.
 * https://github.com/kubernetes-sigs/kustomize/blob/master/api/hasher/hasher.go
 */
export const hashedName = (name: string, { data, binaryData }: Readonly<Record<string, unknown>>): string => {
  const members = [
    // What is empty isn't there for kustomize, and "data" is then an empty text.
    ...(isFilled(binaryData) ? [`"binaryData":${goMap(binaryData)}`] : []),
    `"data":${isFilled(data) ? goMap(data) : '""'}`,
    '"kind":"ConfigMap"',
    // It looks for a field called "metadata/name", which no object has.
    '"name":""',
  ];
  const digest = hash('sha256', `{${members.join(',')}}`);
  const suffix = digest.slice(0, LENGTH).replace(/[013ae]/g, (digit) => LETTERS[digit]!);
  return `${name}-${suffix}`;
};

const isFilled = (data: unknown): data is Readonly<Record<string, unknown>> =>
  isObject(data) && Object.keys(data).length > 0;

const LENGTH = 10;
/** No vowels, and no digits that look like them: kustomize lets a hash spell nothing. */
const LETTERS: Readonly<Record<string, string>> = { '0': 'g', '1': 'h', '3': 'k', a: 'm', e: 't' };
const HASHED = new RegExp(`^(.+)-[2456789bcdfghkmt]{${LENGTH}}$`);

/** The part of a name before what looks like the hash of some content; undefined where nothing does. */
export const nameBeforeHash = (name: string): string | undefined => HASHED.exec(name)?.[1];

/** As Go's `json.Marshal` prints a map: sorted by key, numbers as text too. */
const goMap = (data: Readonly<Record<string, unknown>>): string =>
  `{${Object.entries(data)
    .sort(([a], [b]) => compareText(a, b))
    .map(([key, value]) => `${goText(key)}:${goText(value)}`)
    .join(',')}}`;

/** What HTML reads is escaped. */
const goText = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
