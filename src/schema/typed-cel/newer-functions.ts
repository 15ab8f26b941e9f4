import { eachNode } from '../cel/parts-of.js';
import type { TypedNode } from './fault-words.js';

/**
 * The release of Kubernetes from which on a new expression may call a function: the one after that which brought its
 * library, so that the release before can still read it. What each supported release takes isn't listed.
 * https://github.com/kubernetes/apiserver/blob/v0.36.3/pkg/cel/environment/base.go
 */
const releases: ReadonlyMap<string, string> = new Map([
  ...['semver', 'isSemver'].map((name) => [name, '1.34'] as const),
  ...['slice', 'flatten', 'sort', 'sortBy', 'range', 'reverse', 'distinct'].map((name) => [name, '1.35'] as const),
]);

/** What an expression calls and a release of Kubernetes doesn't have yet. */
export interface NewerFunction {
  readonly name: string;
  /** The release that has it. */
  readonly since: string;
}

/** The first function of an expression that is newer than a release; undefined where there is none. */
export const findNewerFunction = (root: TypedNode, kubernetes: string): NewerFunction | undefined => {
  for (const { op, args } of eachNode(root)) {
    if (op !== 'call' && op !== 'rcall') continue;
    const name = args[0];
    const since = releases.get(name);
    if (since !== undefined && minorOf(since) > minorOf(kubernetes)) {
      return { name: name === 'range' ? 'lists.range' : name, since };
    }
  }
  return undefined;
};

const minorOf = (release: string): number => Number(release.split('.')[1]);
