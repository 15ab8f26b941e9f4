import { type Diagnostic, diagnose } from '../../diagnostics/index.js';
import { placeIn } from '../../rules/context/place-in.js';
import type { RuleState, StateObject } from '../../rules/context/rule-state.js';
import { referencesOf } from '../../rules/references/find-references.js';
import { isFluxGroup } from '../../rules/rule.js';
import { isBuiltInGroup } from '../../schema/kubernetes-groups.js';
import { misnamedData } from '../diagnostics.js';
import { dataTitle } from './missing-key.js';
import { objectsOfClusters } from './seen-cluster.js';
import { textsIn } from './texts-in.js';
import type { AllWrittenData, WrittenData } from './written-data.js';

type Name = Pick<WrittenData, 'kind' | 'namespace' | 'name'>;

/**
 * What Terraform writes under the same name into one other namespace, in which nothing reads it. What a controller may copy
 * from there isn't told.
 */
export const writtenElsewhere = (
  state: RuleState,
  { all, patterns, hasUnknownNames }: AllWrittenData,
  { kind, namespace, name }: Name,
): WrittenData | undefined => {
  // One of those whose names only Terraform knows may be it.
  if (hasUnknownNames || patterns.some((one) => one.kind === kind && one.pattern.test(name))) return undefined;
  const [found, ...more] = [...all.values()].filter((one) => one.kind === kind && one.name === name);
  if (found === undefined || more.length > 0 || found.namespace === namespace || found.isCopied === true)
    return undefined;
  return objectsOfClusters([{ state }]).some((object) => isReaderOf(object, found, state)) ? undefined : found;
};

/** Whether an object reads it there, or may copy it. */
const isReaderOf = (object: StateObject, { kind, namespace, name }: WrittenData, state: RuleState): boolean => {
  const isOwn = isBuiltInGroup(object.group) || isFluxGroup(object.group);
  const isThere = object.namespace === namespace || object.json['spec'] === undefined;
  // An operator's object may be anything, also what copies it.
  if ((!isOwn || isThere) && textsIn(object.json).includes(name)) {
    const own = referencesOf(object, state.scopeOf).filter((one) => one.kind === kind && one.name === name);
    return own.length === 0 || own.some((one) => one.namespace === namespace);
  }
  return false;
};

export const elsewhereFinding = (object: StateObject, path: string, of: Name, found: WrittenData): Diagnostic =>
  diagnose(misnamedData, {
    message: `${object.title} reads ${dataTitle(of)}, and Terraform writes it into namespace "${found.namespace}", where nothing reads it`,
    at: placeIn(object, path),
    notes: [`Terraform's ${found.address} is at ${found.place}`],
    fix: `let Terraform write it into "${of.namespace}"`,
    severity: 'warning',
  });
