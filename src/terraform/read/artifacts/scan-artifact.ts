import type { JsonScanner } from '../../../json/json-scanner.js';

type Members = Record<string, unknown>;

/** What is kept of a resource in a plan or state: of a plan of 500 MB, some MB. */
export interface ScannedResource {
  readonly fields: Members;
  /** `after`, or `values` of a state; null where there is none. */
  readonly values: unknown;
  readonly unknown: unknown;
  readonly sensitive: unknown;
  readonly before: unknown;
  readonly beforeSensitive: unknown;
  readonly actions: unknown;
}

/** What is kept of an artifact. */
export interface ScannedArtifact {
  /** The members of the root that are no more than a line each, and null for others. */
  readonly root: Members;
  readonly changes: readonly ScannedResource[];
  readonly values: readonly ScannedResource[];
  /** Resources of `pulumi stack export`. */
  readonly pulumi: readonly unknown[];
  /** Resources of a CloudFormation template, by logical id. */
  readonly cloudFormation: ReadonlyMap<string, unknown>;
}

/** Types of which all attributes are kept. Of others, those that are texts, numbers or booleans say what they are. */
const WHOLE = /^(?:kubernetes_|helm_|kubectl_|flux_|kustomization_)/;
/** Long, and of no use: what a release or manifest was, as the cluster has it. */
const LONG: ReadonlySet<string> = new Set([
  'manifest',
  'metadata',
  'object',
  'live_manifest_incluster',
  'yaml_incluster',
]);
const KEPT_LONG: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['kubernetes_manifest', new Set(['manifest'])],
  ['kubectl_manifest', new Set<string>()],
  ['helm_release', new Set<string>()],
]);
/** What a text may weigh that says what something is. */
const MOST_TEXT = 4096;
const DEEPEST_MODULE = 200;

/** Walks once over an artifact. @throws JsonFault, JsonBudgetError */
export const scanArtifact = (scanner: JsonScanner): ScannedArtifact => {
  const root = new Map<string, unknown>();
  const changes: ScannedResource[] = [];
  const values: ScannedResource[] = [];
  const pulumi: unknown[] = [];
  const cloudFormation = new Map<string, unknown>();
  scanner.members((key) => {
    const first = scanner.peek();
    root.set(key, null);
    if (key === 'resource_changes' && first === '[') scanner.items(() => readResource(scanner, changes));
    else if (key === 'values' && first === '{') readValues(scanner, values);
    else if (key === 'deployment' && first === '{') readDeployment(scanner, pulumi);
    else if (key === 'Resources' && first === '{') {
      scanner.members((id) => {
        const kept = readCloudFormation(scanner);
        if (kept !== undefined) cloudFormation.set(id, kept);
      });
    } else if (first === '{' || first === '[') scanner.skip();
    else root.set(key, shortScalar(scanner));
  });
  return { root: Object.fromEntries(root), changes, values, pulumi, cloudFormation };
};

const readValues = (scanner: JsonScanner, into: ScannedResource[]): void =>
  scanner.members((key) => {
    if (key === 'root_module' && scanner.peek() === '{') readModule(scanner, into, 0);
    else scanner.skip();
  });

const readModule = (scanner: JsonScanner, into: ScannedResource[], depth: number): void =>
  scanner.members((key) => {
    const first = scanner.peek();
    if (key === 'resources' && first === '[') scanner.items(() => readResource(scanner, into));
    else if (key === 'child_modules' && first === '[' && depth < DEEPEST_MODULE) {
      scanner.items(() => (scanner.peek() === '{' ? readModule(scanner, into, depth + 1) : scanner.skip()));
    } else scanner.skip();
  });

/** A resource of a state, or the change of one. Its type may stand behind its values, so it is walked over twice. */
const readResource = (scanner: JsonScanner, into: ScannedResource[]): void => {
  if (scanner.peek() !== '{') {
    scanner.skip();
    return;
  }
  const start = scanner.mark();
  const fields = readMembers(scanner, () => shortScalar(scanner));
  scanner.rewind(start);
  const type = typeof fields['type'] === 'string' ? fields['type'] : '';
  const parts = new Map<string, unknown>();
  const attributes = (): unknown => readAttributes(scanner, type);
  scanner.members((key) => {
    if (key === 'values') parts.set('values', attributes());
    else if (key === 'sensitive_values') parts.set('sensitive', attributes());
    else if (key !== 'change' || scanner.peek() !== '{') scanner.skip();
    else {
      scanner.members((inner) => {
        if (inner === 'after') parts.set('values', attributes());
        else if (inner === 'after_unknown') parts.set('unknown', attributes());
        else if (inner === 'after_sensitive') parts.set('sensitive', attributes());
        else if (inner === 'before') parts.set('before', attributes());
        else if (inner === 'before_sensitive') parts.set('beforeSensitive', attributes());
        else if (inner === 'actions') parts.set('actions', scanner.parse());
        else scanner.skip();
      });
    }
  });
  scanner.spend(1);
  into.push({
    fields,
    values: parts.get('values'),
    unknown: parts.get('unknown'),
    sensitive: parts.get('sensitive'),
    before: parts.get('before'),
    beforeSensitive: parts.get('beforeSensitive'),
    actions: parts.get('actions'),
  });
};

/** Attributes, or the marks of those that are unknown or sensitive. */
const readAttributes = (scanner: JsonScanner, type: string): unknown => {
  if (scanner.peek() !== '{') return scanner.parse();
  const isWhole = WHOLE.test(type);
  const kept = KEPT_LONG.get(type);
  return readMembers(scanner, (key) => {
    if (!isWhole) return shortScalar(scanner);
    if (kept !== undefined && LONG.has(key) && !kept.has(key)) return skip(scanner);
    return scanner.parse();
  });
};

const readDeployment = (scanner: JsonScanner, into: unknown[]): void =>
  scanner.members((key) => {
    if (key !== 'resources' || scanner.peek() !== '[') {
      scanner.skip();
      return;
    }
    scanner.items(() => {
      if (scanner.peek() !== '{') {
        scanner.skip();
        return;
      }
      const start = scanner.mark();
      const { type } = readMembers(scanner, () => shortScalar(scanner));
      scanner.rewind(start);
      const isKubernetes = typeof type === 'string' && type.startsWith('kubernetes:');
      scanner.spend(1);
      into.push(
        readMembers(scanner, (inner) => {
          if (inner !== 'inputs' && inner !== 'outputs') return shortScalar(scanner);
          if (inner === 'outputs' && isKubernetes) return skip(scanner);
          if (isKubernetes) return scanner.parse();
          return scanner.peek() === '{' ? readMembers(scanner, () => shortScalar(scanner)) : skip(scanner);
        }),
      );
    });
  });

/** A resource of the types that the AWS CDK has for Kubernetes, and the texts of others. */
const readCloudFormation = (scanner: JsonScanner): unknown => {
  if (scanner.peek() !== '{') return skip(scanner);
  const start = scanner.mark();
  const { Type: type } = readMembers(scanner, () => shortScalar(scanner));
  scanner.rewind(start);
  const isKubernetes = typeof type === 'string' && type.startsWith('Custom::AWSCDK-EKS-');
  scanner.spend(1);
  return readMembers(scanner, (key) => {
    if (key !== 'Properties') return shortScalar(scanner);
    if (isKubernetes) return scanner.parse();
    return scanner.peek() === '{' ? readMembers(scanner, () => shortScalar(scanner)) : skip(scanner);
  });
};

const readMembers = (scanner: JsonScanner, read: (key: string) => unknown): Members => {
  const members = new Map<string, unknown>();
  scanner.members((key) => {
    const value = read(key);
    if (value !== undefined) members.set(key, value);
  });
  return Object.fromEntries(members);
};

/** A text, number or boolean that is no longer than a line; undefined for anything else. */
const shortScalar = (scanner: JsonScanner): unknown => {
  const first = scanner.peek();
  const before = scanner.mark();
  scanner.skip();
  if (first === '{' || first === '[' || scanner.mark().at - before.at > MOST_TEXT) return undefined;
  scanner.rewind(before);
  return scanner.parse();
};

const skip = (scanner: JsonScanner): undefined => {
  scanner.skip();
  return undefined;
};
