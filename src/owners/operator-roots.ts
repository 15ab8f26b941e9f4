import { posix } from 'node:path';
import type { AppLayout } from '../compile/layout.js';
import { fieldsOf, textOf } from '../json/as-shape.js';
import { specOf } from '../json/manifest-fields.js';
import { holdsExpression } from '../substitution/holds-expression.js';
import type { AppliedObject } from './claim.js';
import { through } from './made-claims.js';

/** A folder with HCL that an operator in the cluster runs. */
export interface OperatorRoot {
  /** From the top of the repository. */
  readonly folder: string;
  /** In messages: `Terraform/queue of Kustomization "cloud"`. */
  readonly runBy: string;
}

/**
 * The folders of the repository that tofu-controller runs: those of Terraform objects that read from Flux's own source.
 * https://flux-iac.github.io/tofu-controller/References/terraform/
 */
export const operatorRoots = (
  objects: readonly AppliedObject[],
  { source, sourceRoot }: Pick<AppLayout, 'source' | 'sourceRoot'>,
): readonly OperatorRoot[] =>
  objects.flatMap((object) => {
    if (object.group !== 'infra.contrib.fluxcd.io' || object.kind !== 'Terraform') return [];
    const { path, sourceRef } = specOf(object.json);
    const { kind, name, namespace = object.namespace } = fieldsOf(sourceRef);
    const isOwn = kind === source.kind && name === source.name && namespace === source.namespace;
    const written = textOf(path) ?? '.';
    if (!isOwn || holdsExpression(written)) return [];
    const folder = posix.normalize(posix.join(sourceRoot, written)).replace(/\/$/, '').replace(/^\.$/, '');
    return folder.startsWith('..') ? [] : [{ folder, runBy: through(object) }];
  });
