// Which problems the base has, too: also where this change gives their Kustomization another name. It starts no process.

/**
 * @typedef {import('./summary.js').Problem} Problem
 * @typedef {{ kind: string, namespace?: string, name: string }} Named
 * @typedef {{ cluster: string, create: readonly Named[], delete: readonly Named[],
 *   newOwner: readonly { from: readonly string[], to: readonly string[] }[] }} Changed what `synth --json` says of owners
 */

/** What a problem is the same by, wherever its line went. @param {Omit<Problem, 'isNew'>} problem */
export const identityOf = ({ code, message, at: { cluster, addon, object, path } }) =>
  JSON.stringify([code, message, cluster, addon, object, path]);

/**
 * Finds out whether the base has a problem.
 *
 * @param {readonly Omit<Problem, 'isNew'>[]} before of the base
 * @param {readonly Changed[]} owners
 * @returns {(problem: Omit<Problem, 'isNew'>) => boolean}
 */
export const openKnown = (before, owners) => {
  const known = new Set(before.map(identityOf));
  for (const change of owners)
    for (const [from, to] of renamesOf(change))
      for (const problem of before)
        if (problem.at.cluster === change.cluster) known.add(identityOf(renamed(problem, from, to)));
  return (problem) => known.has(identityOf(problem));
};

/** Kustomizations that go, each with the new one that gets all of its objects. @param {Changed} change */
const renamesOf = ({ create, delete: gone, newOwner }) => {
  /** @param {readonly Named[]} objects */
  const kustomizations = (objects) =>
    objects.filter(({ kind }) => kind === 'Kustomization').map(({ namespace = '', name }) => `${namespace}/${name}`);
  const [made, left] = [kustomizations(create), kustomizations(gone)];
  return left.flatMap((key) => {
    const heirs = new Set(newOwner.flatMap(({ from, to }) => (from.includes(key) ? to : [])));
    const [heir] = heirs;
    return heirs.size === 1 && heir !== undefined && made.includes(heir) ? [[nameIn(key), nameIn(heir)]] : [];
  });
};

const nameIn = (/** @type {string} */ key) => key.slice(key.indexOf('/') + 1);

/**
 * A problem of the base as it is once its Kustomization, and the addon of the same name, is called otherwise.
 *
 * @param {Omit<Problem, 'isNew'>} problem
 * @param {string} from
 * @param {string} to
 */
const renamed = (problem, from, to) => {
  const name = from.replace(/[.]/g, '\\$&');
  const mention = new RegExp(`(Kustomization/|(?:Kustomization|addons?) ")${name}(?![\\w.-])`, 'g');
  const { at, message } = problem;
  return {
    ...problem,
    message: message.replace(mention, `$1${to}`),
    at: {
      ...at,
      ...(at.addon === from ? { addon: to } : {}),
      ...(at.object === undefined ? {} : { object: at.object.replace(mention, `$1${to}`) }),
    },
  };
};
