import type { EffectRow } from './effect.js';
import type { Policy } from './keeps.js';

/**
 * @param destroys what goes with the object, in words that follow "and with it"
 * @param keeps with any of these policies, only the object goes
 */
export const removal = (
  on: EffectRow['on'],
  destroys: NonNullable<EffectRow['destroys']>,
  ...keeps: readonly Policy[]
): EffectRow => ({ on, destroys, keeps });

const loses =
  (destroys: string) =>
  (on: EffectRow['on'], ...keeps: readonly Policy[]): EffectRow =>
    removal(on, destroys, ...keeps);

/** A removal of a kind whose CRD couldn't be obtained. */
export const unproven = (row: EffectRow): EffectRow => ({ ...row, isUnproven: true });

/** Kinds of one API group. */
export const kindsOf = (group: string, ...kinds: readonly string[]): readonly string[] =>
  kinds.map((kind) => `${group}/${kind}`);

/**
 * An operator's objects have the custom resource as their owner, and go with it:
 * https://kubernetes.io/docs/concepts/architecture/garbage-collection/
 */
export const losesDatabase = loses('the database that it runs, and its data unless its volumes stay');
export const losesBroker = loses('the broker that it runs, and its data unless its volumes stay');
export const losesStorage = loses('the storage that it runs, and its data unless its volumes stay');

/** What an object manages in a system that runs elsewhere. */
export const losesManagedDatabase = loses('the database or table that it manages, with its data');
export const losesBucket = loses('its bucket, with what is in it, unless its class retains it');
/** @param what `AWS resource` */
export const losesResource = (what: string) => loses(`the ${what} that it manages, with its data`);
export const losesTerraformState = loses('all that its Terraform state holds');
export const losesManagedCluster = loses('the cluster that it manages');
export const losesMachines = loses('the machines that it manages');
export const losesNodes = loses('the nodes made from it');

/** What an object installed or applied. */
export const losesRelease = loses('the release: all that its chart installed');
export const losesApplied = loses('all objects that it has applied');
export const losesCrds = loses('the CRDs that it has installed, with every object of them');
