import { printPath } from '../../src/json/json-path.js';
import { configMapFaults } from '../../src/schema/config-map-faults.js';
import { describeViolation } from '../../src/schema/describe-violation.js';
import { isObjectName, nameFormOf, nameFormWords } from '../../src/schema/object-names.js';
import type { KindSchemas } from '../../src/schema/package-schemas.js';
import { checkObject, knownSchemas } from './checker.js';

export interface Verdict {
  readonly accepted: boolean;
  /** What is refused, as places; empty where it is accepted. */
  readonly paths: readonly string[];
  /** In words, for a report. */
  readonly words: readonly string[];
  /** Whether the server refuses what the cluster has or lacks, and not the object: another cluster would take it. */
  readonly ofCluster?: boolean;
}

/** What fluxspan says of an object. Throws for a kind that no schema describes. */
export const ourVerdict = (object: unknown): Verdict => {
  const { apiVersion, kind, metadata } = object as { apiVersion: string; kind: string; metadata?: { name?: unknown } };
  const slash = apiVersion.indexOf('/');
  const group = slash < 0 ? '' : apiVersion.slice(0, slash);
  const schemas: KindSchemas | undefined = knownSchemas(group, kind);
  if (schemas === undefined) throw new Error(`no schema describes ${apiVersion} ${kind}`);
  const problems = checkObject(schemas, apiVersion.slice(slash + 1), object).map((one) => ({
    path: printPath(one.path),
    words: `${describeViolation(one, 'api-server')}${one.kind === 'rule' ? ` [${one.rule}]` : ''}`,
  }));
  // Rules of their own tell these: FX303 and FX611.
  const form = nameFormOf(group, kind);
  if (typeof metadata?.name === 'string' && !isObjectName(form, metadata.name)) {
    problems.push({ path: 'metadata.name', words: `takes ${nameFormWords[form]}` });
  }
  for (const fault of group === '' ? configMapFaults(kind, object) : []) {
    problems.push(
      fault.kind === 'key'
        ? { path: printPath([fault.part, fault.key]), words: 'has a key that ConfigMaps and Secrets cannot have' }
        : { path: 'data', words: 'is too large' },
    );
  }
  return {
    accepted: problems.length === 0,
    paths: problems.map(({ path }) => path),
    words: problems.map(({ path, words }) => `${path}: ${words}`),
  };
};

/** The API server's Status as a verdict. */
export const serverVerdict = (status: number, body: unknown): Verdict => {
  if (status < 400) return { accepted: true, paths: [], words: [] };
  const { message = '', details } = body as {
    message?: string;
    details?: { causes?: readonly { field?: string; message?: string }[] };
  };
  const causes = (details?.causes ?? [])
    .map(({ field }) => field ?? '')
    .filter((field) => field !== '' && field !== '<nil>');
  const typed = [...message.matchAll(/(?:^|\s|")\.([a-zA-Z][^\s:]*(?:\[[^\]]*\][^\s:]*)*): /g)].map(
    (match) => match[1]!,
  );
  const decoded = [...message.matchAll(/unknown field "([^"]+)"/g)].map((match) => match[1]!);
  const paths = [...new Set([...causes, ...typed, ...decoded].map(writtenPath))].sort();
  return { accepted: false, paths, words: [message], ...(isOfCluster(status, message) ? { ofCluster: true } : {}) };
};

/** The API server keeps a CRD of one version in another form, and tells of that one. */
const writtenPath = (path: string): string =>
  path
    .replace(/^spec\.validation\.openAPIV3Schema/, 'spec.versions[0].schema.openAPIV3Schema')
    .replace(/^spec\.(additionalPrinterColumns|subresources|selectableFields)/, 'spec.versions[0].$1')
    .replace(/^spec\.version$/, 'spec.versions[0].name')
    .replace(/JSONPath$/, 'jsonPath')
    .replace(/^spec\.conversion\.webhookClientConfig/, 'spec.conversion.webhook.clientConfig')
    .replace(/^spec\.conversion\.conversionReviewVersions/, 'spec.conversion.webhook.conversionReviewVersions')
    .replace(/^spec\.LoadBalancerSourceRanges/, 'spec.loadBalancerSourceRanges');

/** Admission by what there is in the cluster, and what flags of the API server decide: ranges, privileged containers. */
const isOfCluster = (status: number, message: string): boolean =>
  [403, 404, 409].includes(status) ||
  /provided (?:IP|port) is not in the valid range|already allocated|disallowed by cluster policy/.test(message);

/** `spec.listeners[name="http"].port` and `spec.listeners[0].port` → `spec.listeners.[].port`; `data[a]` → `data.a` */
export const plainPath = (path: string): string =>
  path
    .replace(/\["([^"\]]*)"\]/g, '.$1')
    .replace(/\[(?:\d+|[^\]]*=[^\]]*)\]/g, '.[]')
    .replace(/\[([^\]]+)\]/g, '.$1')
    .replace(/^\./, '');

/** Both refuse at one place, or one of them at what is around it: a list for its item, labels for a label. */
export const samePlace = (ours: Verdict, theirs: Verdict): boolean =>
  theirs.paths.length === 0 ||
  ours.paths
    .map(plainPath)
    .some((a) =>
      theirs.paths.map(plainPath).some((b) => a === b || `${a}.`.startsWith(`${b}.`) || `${b}.`.startsWith(`${a}.`)),
    );
