import { JsonScanner } from '../../json/json-scanner.js';
import { configMapTypes, IDENTITY_TYPE } from './given.js';

/** What the parts that tell of contracts may weigh together. A contract's own are below 3 MB. */
export const MOST_KEPT_MEGABYTES = 64;

/** How many values they may be: a cluster of 10,000 ConfigMaps with three keys each has as many. */
export const MOST_KEPT_VALUES = 100_000;

/** How deep Terraform's modules are read. */
const DEEPEST_MODULE = 200;

type Members = Record<string, unknown>;

/**
 * What Terraform or kubectl printed, with those parts alone that may tell of a contract: of a plan of 300 MB a few kB.
 * What is left out stands as null, so that it can still be told what the text is.
 *
 * @throws JsonFault, or JsonBudgetError where that is more than {@link MOST_KEPT_MEGABYTES} or {@link MOST_KEPT_VALUES}
 */
export const pruneArtifact = (bytes: Buffer): unknown => {
  const scanner = new JsonScanner(bytes, { bytes: MOST_KEPT_MEGABYTES * 2 ** 20, values: MOST_KEPT_VALUES });
  const isObject = scanner.peek() === '{';
  const json = isObject ? readRoot(scanner) : scanner.parse();
  scanner.end();
  return json;
};

const readRoot = (scanner: JsonScanner): Members =>
  readMembers(scanner, (key) => {
    const first = scanner.peek();
    if (key === 'resource_changes' && first === '[') return readItems(scanner, isOfContract, parse);
    if (key === 'items' && first === '[') return readItems(scanner, mayBeConfigMap, readConfigMap);
    if (key === 'values' && first === '{') return readValues(scanner);
    if (UNREAD.has(key)) return readUnread(scanner);
    return scanner.parse();
  });

/**
 * The parts of a plan that tell nothing of contracts, and are nearly all that it weighs.
 * https://developer.hashicorp.com/terraform/internals/json-format#plan-representation
 */
const UNREAD: ReadonlySet<string> = new Set([
  'planned_values',
  'prior_state',
  'configuration',
  'resource_drift',
  'relevant_attributes',
  'output_changes',
  'proposed_unknown',
  'variables',
  'checks',
  'deferred_changes',
]);

/** An output may have any name, also that of a part of a plan. */
const OUTPUT: ReadonlySet<string> = new Set(['sensitive', 'type', 'value']);

const readUnread = (scanner: JsonScanner): unknown => {
  if (scanner.peek() !== '{') return skip(scanner);
  return readMembers(scanner, (key) => (OUTPUT.has(key) ? scanner.parse() : skip(scanner)));
};

const readValues = (scanner: JsonScanner): Members =>
  readMembers(scanner, (key) => {
    if (key === 'root_module' && scanner.peek() === '{') return readModule(scanner, 0);
    return OUTPUT.has(key) ? scanner.parse() : skip(scanner);
  });

const readModule = (scanner: JsonScanner, depth: number): Members =>
  readMembers(scanner, (key) => {
    const first = scanner.peek();
    if (key === 'address') return scanner.parse();
    if (key === 'resources' && first === '[') return readItems(scanner, isOfContract, parse);
    if (key !== 'child_modules' || first !== '[' || depth >= DEEPEST_MODULE) return skip(scanner);
    const modules: unknown[] = [];
    scanner.items(() => {
      scanner.spend(1);
      modules.push(scanner.peek() === '{' ? readModule(scanner, depth + 1) : skip(scanner));
    });
    return modules;
  });

/** A resource that is the contract of a module, a ConfigMap, or an identity whose id an input may be. */
const isOfContract = (scanner: JsonScanner): boolean => {
  const { type, name } = readSome(scanner, ['type', 'name']);
  return configMapTypes.has(type) || type === IDENTITY_TYPE || (type === 'terraform_data' && name === 'contract');
};

const mayBeConfigMap = (scanner: JsonScanner): boolean => {
  const { kind } = readSome(scanner, ['kind']);
  return kind === undefined || kind === 'ConfigMap' || kind === 'Secret';
};

/** Without what the API server keeps beside it, which is most of a small one. Of a Secret, no value is read. */
const readConfigMap = (scanner: JsonScanner): Members => {
  const start = scanner.mark();
  const isSecret = readSome(scanner, ['kind'])['kind'] === 'Secret';
  scanner.rewind(start);
  return readMembers(scanner, (key) => {
    if (isSecret && key === 'data')
      return scanner.peek() === '{' ? readMembers(scanner, () => skip(scanner)) : skip(scanner);
    if (key === 'data' || key === 'immutable' || key === 'kind') return scanner.parse();
    if (key !== 'metadata' || scanner.peek() !== '{') return skip(scanner);
    return readMembers(scanner, (inner) =>
      inner === 'name' || inner === 'namespace' || inner === 'labels' ? scanner.parse() : skip(scanner),
    );
  });
};

type Read<T> = (scanner: JsonScanner) => T;

/** A list of those objects that `keep` says; one null stands for all others. */
const readItems = (scanner: JsonScanner, keep: Read<boolean>, read: Read<unknown>): readonly unknown[] => {
  const kept: unknown[] = [];
  let hasOthers = false;
  scanner.items(() => {
    const start = scanner.mark();
    const isKept = scanner.peek() === '{' && keep(scanner);
    scanner.rewind(start);
    if (isKept) {
      scanner.spend(1);
      kept.push(read(scanner));
    } else {
      scanner.skip();
      hasOthers = true;
    }
  });
  return hasOthers ? [...kept, null] : kept;
};

/** Members of an object, and nothing of the others. */
const readSome = (scanner: JsonScanner, keys: readonly string[]): Members =>
  Object.fromEntries(
    Object.entries(readMembers(scanner, (key) => (keys.includes(key) ? scanner.parse() : skip(scanner)))),
  );

const readMembers = (scanner: JsonScanner, read: (key: string) => unknown): Members => {
  const members = new Map<string, unknown>();
  scanner.members((key) => members.set(key, read(key)));
  return Object.fromEntries(members);
};

const parse = (scanner: JsonScanner): unknown => scanner.parse();

const skip = (scanner: JsonScanner): null => {
  scanner.skip();
  return null;
};
