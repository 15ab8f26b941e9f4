import type { JsonObject } from '../../json/json-value.js';

/** The origin of a chart that is a folder in a GitRepository or Bucket, as far as its source shows. */
export interface ChartOrigin {
  /** Equal if the folder is from one repository and one line of versions. */
  readonly line: string;
  /** The name in the plan. */
  readonly shown: string;
}

/**
 * Reads the spec of a GitRepository or Bucket. A new tag, commit or range is a new version of the chart, as with a
 * registry. Another branch may contain anything. Returns `undefined` if the spec doesn't declare enough.
 */
export const originOf = (kind: unknown, spec: JsonObject): ChartOrigin | undefined => {
  const parts = kind === 'Bucket' ? ofBucket(spec) : ofGit(spec);
  if (parts === undefined) return undefined;
  const [repository = '', line = ''] = parts;
  return {
    line: JSON.stringify([lastPart(repository), line]),
    shown: line === '' ? repository : `${repository} (${line})`,
  };
};

const ofBucket = (spec: JsonObject): readonly string[] | undefined => {
  const { endpoint, bucketName, prefix } = spec;
  if (typeof bucketName !== 'string') return undefined;
  const folder = [bucketName, textOf(prefix)].join('/').replace(/\/+$/, '');
  return [`${textOf(endpoint)}/${folder}`, ''];
};

const ofGit = ({ url, ref }: JsonObject): readonly string[] | undefined => {
  if (typeof url !== 'string') return undefined;
  const { commit, name, semver, tag, branch } = (ref ?? {}) as JsonObject;
  const repository = url.replace(/\/+$/, '').replace(/\.git$/, '');
  // source-controller uses this precedence.
  if (textOf(name) !== '') return [repository, branchOfName(textOf(name))];
  if (textOf(semver) !== '' || textOf(tag) !== '') return [repository, ''];
  if (textOf(commit) !== '' && textOf(branch) === '') return [repository, ''];
  return [repository, `branch ${textOf(branch) || 'master'}`];
};

/** `refs/heads/main` is a branch, `refs/tags/v1` a version. */
const branchOfName = (name: string): string => {
  if (name.startsWith('refs/tags/')) return '';
  return name.startsWith('refs/heads/') ? `branch ${name.slice('refs/heads/'.length)}` : `ref ${name}`;
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const lastPart = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
