import { isUnbuilt } from '../applied/view/cluster-views.js';
import { parseOwnerKey } from '../declared/owner-key.js';
import { type Diagnostic, ties } from '../diagnostics/index.js';
import { openCheckContext } from '../rules/context/open-context.js';
import type { RuleState } from '../rules/context/rule-state.js';
import { objectRule, objectSchema } from '../rules/diagnostics.js';
import { encryptedObject } from '../rules/flux/encrypted-object.js';
import { misnamed, unknownReference, unseen } from '../rules/flux/reference.js';
import { checkState } from '../rules/index.js';
import { unmatchedSelector } from '../rules/objects/pod-selector.js';
import type { CleanObjects } from '../rules/schemas/clean-objects.js';
import type { openSchemas } from '../rules/schemas/find-schemas.js';
import { codesOf } from './codes-of.js';
import { formerVersionFindings } from './former-version-findings.js';
import { isOfUnknownValue } from './is-of-unknown-value.js';
import { ADVICE, judge } from './judge.js';
import { type IsMade, withMadeObjects, withWrittenData } from './made-data.js';
import { lonelyNames, type MayBeMade } from './names/lonely-names.js';
import { lostDependencies } from './names/lost-dependencies.js';
import { nameFindings } from './names/misspelt-names.js';
import { oldApiFindings } from './old-api-findings.js';
import { serviceFindings } from './service-findings.js';
import type { OwnerWithVars } from './state-of-view.js';
import { isMadeByTerraform, type MadeObjects } from './terraform/made-objects.js';
import type { IsMentioned } from './terraform/mentions.js';

interface RuleOptions {
  readonly owners: readonly OwnerWithVars[];
  readonly schemas: ReturnType<typeof openSchemas>;
  readonly clean: CleanObjects | undefined;
  /** Whether Terraform writes a ConfigMap or Secret. */
  readonly isWritten: IsMade;
  /** The same, or something in the tree does. */
  readonly isMade: IsMade;
  readonly made: MadeObjects;
  readonly isMentioned: IsMentioned;
  /** Whether Terraform's side of a place is reported already, as {@link placeOf} has it. */
  readonly isTold: (place: string) => boolean;
  /** No file declares the root. */
  readonly isImplicit: boolean;
  /** The Flux of the cluster, such as `2.2`, also if no supported one. */
  readonly installed: string | undefined;
}

const OF_SCHEMA = codesOf(objectSchema, objectRule);
const REFERENCES = codesOf(unknownReference, misnamed, unseen);

/** What all rules find, and what audit adds to them about names and versions; each place once. */
export const ruleFindings = (
  state: RuleState,
  { owners, schemas, clean, isWritten, isMade, made, isMentioned, isTold, isImplicit, installed }: RuleOptions,
): readonly Diagnostic[] => {
  const written = withMadeObjects(withWrittenData(state, isWritten), (one) => isMadeByTerraform(made, one));
  const ofRules = checkState(written, { schemas, clean })
    .filter(
      // What a root has that no file declares isn't known.
      (one) =>
        (one.code !== encryptedObject.code || (!isImplicit && !isOfUnbuilt(one, owners))) &&
        !isOfUnknownValue(one, owners),
    )
    .map(louder);
  const sure = placesOf(ofRules.filter((one) => REFERENCES.has(one.code) && judge(one)?.severity !== 'notice'));
  const ofNames = nameFindings(state, isMade).filter((one) => !sure.has(placeOf(one)));
  const told = new Set([...sure, ...placesOf(ofNames.filter(({ severity }) => severity !== 'notice'))]);
  const mayBeMade = openMakers(written, made);
  const lonely = lonelyNames(
    state,
    { isMadeData: isMade, objects: made.all, isMentioned, mayBeMade },
    (one) => told.has(placeOf(one)) || isTold(placeOf(one)),
  );
  const named = placesOf([...ofNames, ...lonely]);
  const ofReferences = placesOf([...ofRules.filter((one) => REFERENCES.has(one.code)), ...ofNames, ...lonely]);
  const lost = lostDependencies(state).filter((one) => !ofReferences.has(placeOf(one)));
  const never = neverStarted(state, [
    ...ofRules.filter((one) => REFERENCES.has(one.code)),
    ...ofNames,
    ...lonely,
    ...lost,
  ]);
  const better = placesOf(lonely);
  return [
    ...ofNames.filter((one) => !better.has(placeOf(one))),
    ...lonely,
    ...lost,
    ...oldApiFindings(state, schemas, installed),
    ...ofRules.filter(
      (one) =>
        (!REFERENCES.has(one.code) || !named.has(placeOf(one))) &&
        !(ADVICE.has(one.code) && isRefused(one, ofRules)) &&
        one.ties?.follows?.some((tie) => never.has(tie)) !== true,
    ),
    ...formerVersionFindings(state, schemas),
    ...serviceFindings(state, mayBeMade, (one) =>
      ofRules.some(({ code, at }) => code === one.code && at.object === one.at.object),
    ),
  ];
};

/** Whether a folder that doesn't build may have a patch that gives the owner of an object its `decryption`. */
const isOfUnbuilt = ({ at }: Diagnostic, owners: readonly OwnerWithVars[]): boolean => {
  const unbuilt = new Set(owners.flatMap(({ owner }) => (isUnbuilt(owner) ? [owner.key] : [])));
  return owners.some(
    ({ owner }) =>
      [owner.key, ...owner.parents].some((key) => unbuilt.has(key)) &&
      owner.objects.some(({ id }) => `${id.kind}/${id.name}` === at.object),
  );
};

/** A Service of a tree that somebody runs is there for its pods. Code that is still written may lack them. */
const louder = (one: Diagnostic): Diagnostic =>
  one.code === unmatchedSelector.code && one.at.object?.startsWith('Service/') === true
    ? { ...one, severity: 'warning' }
    : one;

/** Whether something may make an object beside those that the tree and Terraform show in its namespace. */
const openMakers = (state: RuleState, made: MadeObjects): MayBeMade => {
  const { makers } = openCheckContext(state).references;
  // The unknown part of a folder is most likely where the rest of it is.
  const open = new Set(
    state.units.flatMap(({ isPartial, objects }) => (isPartial ? objects.map(({ namespace }) => namespace) : [])),
  );
  return (target, waiting) =>
    // Terraform hardly makes a Service.
    (target.kind !== 'Service' && made.isOpen) ||
    made.openKinds.has(`${target.group}/${target.kind}`) ||
    open.has(target.namespace) ||
    makers.mayMakeBeside(target, waiting);
};

/** Whether the API server refuses a value of the field that advice is about. */
const isRefused = ({ at }: Diagnostic, all: readonly Diagnostic[]): boolean =>
  at.path !== undefined &&
  all.some(
    (one) => OF_SCHEMA.has(one.code) && one.at.object === at.object && one.at.path?.startsWith(`${at.path}.`) === true,
  );

/** Ties of Kustomizations that depend on what nothing makes. They need no advice on what else they should wait for. */
const neverStarted = ({ units }: RuleState, ofNames: readonly Diagnostic[]): ReadonlySet<string> => {
  const titles = new Set(ofNames.flatMap(({ at }) => (at.path?.startsWith('spec.dependsOn') ? (at.object ?? '') : [])));
  return new Set(
    units.flatMap(({ name, key }) =>
      titles.has(`Kustomization/${parseOwnerKey(key).name}`) ? ties.waiting(name) : [],
    ),
  );
};

/** The object and the path of a diagnostic. */
export const placeOf = ({ at }: Diagnostic): string => `${at.object} ${at.path}`;
const placesOf = (found: readonly Diagnostic[]): ReadonlySet<string> => new Set(found.map(placeOf));
