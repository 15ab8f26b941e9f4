import { ApiObject, Names } from 'cdk8s';
import { buildFailed } from '../addon/diagnostics.js';
import { nameWithoutHash } from '../constructs/config-map.js';
import { placeOfConstruct } from '../constructs/construct-place.js';
import { nameHash, objectName } from '../constructs/diagnostics.js';
import { copiedObjectOf } from '../constructs/encrypted-file.js';
import { findClassInstances } from '../constructs/find-class-instances.js';
import { hideImageMarks, markProblem, takeImageMarks } from '../constructs/image-marks.js';
import { isMarked } from '../constructs/image-policy.js';
import { isIncomplete } from '../constructs/incomplete.js';
import { hashedName } from '../constructs/kustomize-hash.js';
import { Manifest } from '../constructs/manifest.js';
import { nameOriginOf } from '../constructs/name-after-id.js';
import { groupOf } from '../constructs/reference.js';
import { apiObjectToJson } from '../constructs/to-json.js';
import { type Diagnostic, diagnose, formatValue, isDeliberate, type Place, thrownText } from '../diagnostics/index.js';
import { DEEPEST, isDeeperThan } from '../json/is-deeper-than.js';
import { isText } from '../json/is-text.js';
import { printPath } from '../json/json-path.js';
import type { JsonObject } from '../json/json-value.js';
import { isDisabled } from '../substitution/is-disabled.js';
import type { Site } from '../substitution/sites.js';
import type { CompiledObject } from './compiled-object.js';
import { listObject, tooDeep } from './diagnostics.js';

/** Whose an object is. */
interface Owner {
  readonly cluster: string;
  readonly addon: string;
  /** The Kustomization that owns it, as `namespace/name`. */
  readonly owner: string;
  /** What that Kustomization substitutes in an object. */
  readonly sitesOf: (json: JsonObject) => readonly Site[];
  /** Its addon's `build` failed. */
  readonly isUnfinished: boolean;
  /** Adds what the cluster gives its objects. */
  readonly complete: (json: JsonObject) => JsonObject;
}

/** Whether a name is what cdk8s makes of the path. A chart whose class names its objects gives another one. */
const isPathName = (object: ApiObject): boolean =>
  [true, false].some(
    (includeHash) =>
      object.name === Names.toDnsLabel(object, { includeHash, ...(object.kind === 'CronJob' ? { maxLen: 52 } : {}) }),
  );

/** How AWS CDK and CDKTF write a value that they know later, in text. */
const UNRESOLVED = /\$\{(?:Tf)?Token\[[\w.:-]*\.\d+\]\}/;

/** What cdk8s puts before the message of an error. */
const WRAPPED = /^Failed serializing construct at path '.*?' with name '.*?': (?:[A-Z]\w*: )?/;

/** What an error says, and whether it asks for something. */
const readFailure = (error: unknown): { readonly text: string; readonly isAsked: boolean } => {
  if (error instanceof RangeError) return { text: 'a value holds itself, or is too deep', isAsked: false };
  const text = thrownText(error);
  const own = text.replace(WRAPPED, '');
  return { text: own, isAsked: own !== text && isDeliberate(new Error(own)) };
};

/** As kustomize decides it: by the end of the kind, and by items. Of the kind List itself the API server has none. */
const isList = (kind: string, json: JsonObject): boolean =>
  kind === 'List' || (kind.endsWith('List') && Object.hasOwn(json, 'items'));

/**
 * Makes one object plain. What it is called is read from the JSON and nowhere else, so that patches and `extra` have
 * their say. An object that cannot be made plain, or named, is reported and undefined.
 */
export const compileObject = (
  construct: ApiObject,
  { cluster, addon, owner, isUnfinished, sitesOf, complete }: Owner,
  report: (problem: Diagnostic) => void,
): CompiledObject | undefined => {
  if (isIncomplete(construct)) return undefined;
  const made = `${String(construct.kind)}/${String(construct.name)}`;
  const ours = Manifest.isManifest(construct);
  // To make a text of a place costs more than all else here.
  const at = (path?: string): Place => {
    const source = placeOfConstruct(construct);
    return {
      cluster,
      addon,
      object: made,
      ...(path === undefined ? {} : { path }),
      ...(source === undefined ? {} : { source }),
    };
  };
  let json: JsonObject;
  try {
    json = ours ? construct.toJson() : apiObjectToJson(construct, ApiObject.prototype.toJson);
  } catch (error) {
    const foreign = findClassInstances(construct);
    for (const { path, className } of foreign) {
      report(
        diagnose(buildFailed, {
          message: `${made} cannot be made into JSON: an object of class ${className} is not a plain value`,
          at: at(printPath(path)),
          fix: 'give plain values, references of fluxspan or tokens of cdk8s',
        }),
      );
    }
    if (foreign.length > 0) return undefined;
    const { text, isAsked } = readFailure(error);
    // The build failed while it made this object, which is why something in it is missing.
    if (isUnfinished && !isAsked) return undefined;
    report(
      diagnose(buildFailed, {
        message: `${made} cannot be made into JSON: ${text}`,
        at: at(),
        fix: isAsked ? 'do what the message asks for' : 'give plain values, references of fluxspan or tokens of cdk8s',
      }),
    );
    return undefined;
  }
  if (isDeeperThan(json, DEEPEST)) {
    report(
      diagnose(tooDeep, {
        message: `${made} has a value that is nested deeper than the ${DEEPEST} levels that are read`,
        at: at(),
        fix: 'take out levels, or give what is deep as text',
      }),
    );
    return undefined;
  }
  const { apiVersion, kind } = json;
  const { name, namespace } = (json['metadata'] ?? {}) as { readonly name?: unknown; readonly namespace?: unknown };
  const refuse = (path: string, value: unknown) =>
    report(
      diagnose(objectName, {
        message: `${made} has ${value === undefined ? `no ${path}` : `the ${path} ${formatValue(value)}`}`,
        at: at(path),
        fix: `give it as text, and let no patch or \`extra\` take it away`,
      }),
    );
  if (isText(kind) && isList(kind, json)) {
    report(
      diagnose(listObject, {
        message: `${made} is a list, and kustomize puts its items in its place`,
        at: at('items'),
        fix: 'make each of its items an object of its own',
      }),
    );
    return undefined;
  }
  if (!isText(apiVersion)) refuse('apiVersion', apiVersion);
  if (!isText(kind)) refuse('kind', kind);
  // A construct without a name was reported when it was made.
  if (!isText(name) && construct.name !== '') refuse('metadata.name', name);
  if (namespace !== undefined && !isText(namespace)) refuse('metadata.namespace', namespace);
  if (!isText(apiVersion) || !isText(kind) || !isText(name)) return undefined;
  if (namespace !== undefined && !isText(namespace)) return undefined;
  const base = nameWithoutHash(construct);
  if (base !== undefined && name !== hashedName(base, json)) {
    report(
      diagnose(nameHash, {
        message: `${made} is named after other content than it has: a patch or a resolver changes it after it is made`,
        at: at('metadata.name'),
        fix: 'give all content in `data` or `extra`, or leave `nameSuffixHash` out',
      }),
    );
  }
  const copied = copiedObjectOf(construct);
  // The file of a copied object stays as it is.
  const plain = copied === undefined ? complete(json) : json;
  const sites = sitesOf(plain);
  for (const { path, source } of sites) {
    if (!UNRESOLVED.test(source)) continue;
    report(
      diagnose(buildFailed, {
        message: `${made} has a token of AWS CDK or CDKTF, which nothing in this app resolves`,
        at: { cluster, addon, object: made, path: printPath(path) },
        fix: 'Declare the value in `infra`, and take it from `vars`: it is known once the other program has run',
      }),
    );
  }
  // Each marked text is a site; of an object in which Flux substitutes nothing, that isn't known.
  const mayBeMarked = isDisabled(plain) || sites.some(({ source }) => isMarked(source));
  const marked = mayBeMarked
    ? takeImageMarks(plain, (problem) => report(markProblem(problem, { cluster, addon, object: made })))
    : undefined;
  hideImageMarks(construct, marked?.marks ?? []);
  const props = (construct as unknown as { props?: { metadata?: { name?: string } } }).props;
  return {
    addon,
    unit: addon,
    owner,
    group: groupOf(apiVersion),
    apiVersion,
    kind,
    namespace,
    name,
    title: `${kind}/${name}`,
    json: marked?.json ?? plain,
    sites: marked === undefined ? sites : sitesOf(marked.json),
    construct,
    references: ours ? construct.references : [],
    derivedName:
      !ours &&
      props?.metadata?.name === undefined &&
      name === construct.name &&
      nameOriginOf(construct) === undefined &&
      isPathName(construct),
    ...(base === undefined ? {} : { nameWithoutHash: base }),
    ...(copied === undefined ? {} : { copied }),
    ...(marked === undefined ? {} : { imageMarks: marked.marks }),
  };
};
