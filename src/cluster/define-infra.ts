import type { AnyFluxCluster } from '../compile/declared-cluster.js';
import { infraProblems } from '../compile/infra-problems.js';
import type { Ruled, TypeMismatch } from '../contract/index.js';
import { FluxspanError, rememberPlace, sortDiagnostics, within } from '../diagnostics/index.js';
import type { InfraOf } from './flux-cluster.js';

/** `T` where it has exactly the keys of `Shape`, at every depth; a key too many becomes a sentence. */
export type Exact<T, Shape, Path extends string = ''> = T extends Shape
  ? T extends readonly (infer Item)[]
    ? Shape extends readonly (infer Slot)[]
      ? readonly Exact<Item, Slot, `${Path}[]`>[]
      : T
    : T extends object
      ? {
          readonly [K in keyof T]: K extends keyof Shape
            ? Exact<T[K], NonNullable<Shape[K]>, Inside<Path, K & string>>
            : TypeMismatch<`the contract of the cluster has no '${Inside<Path, K & string>}'`>;
        }
      : T
  : Shape;

type Inside<Path extends string, Key extends string> = Path extends '' ? Key : `${Path}.${Key}`;

/**
 * The infra of a cluster, written in TypeScript: it lacks no key and has none too many.
 *
 * @throws FluxspanError with every key that is missing, too many, or of another type
 * @example defineInfra(dev, { vars: { TF_CLUSTER_NAME: cluster.name }, values: {…}, secrets: {…} })
 */
export const defineInfra = <C extends AnyFluxCluster, const I extends InfraOf<C>>(
  cluster: C,
  infra: Ruled<I, Exact<I, InfraOf<C>>>,
): InfraOf<C> => {
  const problems = infraProblems(cluster, infra);
  if (problems.length > 0) {
    const source = rememberPlace()();
    const placed = source === undefined ? problems : problems.map((problem) => within({ source }, problem));
    throw new FluxspanError(sortDiagnostics(placed));
  }
  return infra as unknown as InfraOf<C>;
};
