import { textOf } from '../../json/as-shape.js';
import { makesCopied } from '../../knowledge/copied-data.js';
import { titlesWrittenFor } from '../../rules/context/data-sources.js';
import type { StateObject } from '../../rules/context/rule-state.js';
import { isFluxGroup } from '../../rules/rule.js';
import { ANY, type Named, type Near } from './named.js';
import { isNamedBeside } from './named-beside.js';
import { shareWords } from './near-names.js';

interface SecretContext {
  readonly objects: readonly StateObject[];
  readonly isPlaced: boolean;
}

/** The Secret that was meant, where its name or namespace alone doesn't show it: one that nothing else can be for. */
export const meantSecret = (
  one: Named,
  all: readonly Named[],
  { objects, isPlaced }: SecretContext,
): Near | undefined => {
  const isDead = (other: Named): boolean =>
    other.readers.length === 0 && !isNamedBeside(other, objects, (two) => isMakerOf(other, two));
  const isOfFlux = one.readers.length > 0 && one.readers.every(({ object }) => isFluxGroup(object.group));
  const fitting = isOfFlux
    ? all.filter(
        (other) =>
          (other.namespace === one.namespace || other.namespace === ANY) &&
          (other.isUnused === true || (other.isMade && isDead(other))) &&
          shareWords(other.name, one.name) &&
          fitsFlux(one, other, objects),
      )
    : [];
  if (fitting.length === 1) return { named: fitting[0]!, how: 'lone' };
  const [other, ...others] = all.filter(
    (two) => two.name === one.name && two.isMade && two.namespace !== one.namespace && two.namespace !== ANY,
  );
  if (
    one.namespace === '' ||
    other === undefined ||
    others.length > 0 ||
    objects.some((two) => isMakerOf(other, two) && makesCopied(two.json))
  )
    return undefined;
  return isPlaced || isDead(other) ? { named: other, how: 'elsewhere' } : undefined;
};

/** Kinds of credentials that sources take, and keys of SOPS by their name. */
const CREDENTIALS = /^kubernetes\.io\/(?:basic-auth|ssh-auth|dockerconfigjson|tls)$/;
const KEYS = /\b(?:sops|age|gpg|pgp)\b/;

const fitsFlux = ({ readers }: Named, { name, namespace }: Named, objects: readonly StateObject[]): boolean =>
  readers.every(({ path }) => path.startsWith('spec.decryption.'))
    ? KEYS.test(name)
    : objects.some(
        (one) =>
          one.group === '' &&
          one.kind === 'Secret' &&
          one.name === name &&
          one.namespace === namespace &&
          CREDENTIALS.test(textOf(one.json['type']) ?? ''),
      );

const isMakerOf = ({ namespace, name }: Named, one: StateObject): boolean =>
  one.namespace === namespace &&
  ((one.group === '' && one.kind === 'Secret' && one.name === name) ||
    titlesWrittenFor(one.json).includes(`Secret/${name}`));
