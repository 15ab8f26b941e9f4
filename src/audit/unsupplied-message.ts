import type { FluxVersion } from '../declared/declared-cluster.js';
import type { Subject } from '../diagnostics/index.js';

/** @param clusters `clusters "a" and "b"`, where the repository has others, too */
export const unsuppliedMessage = (
  { name, owner = '' }: Subject,
  { flux, clusters }: { readonly flux: FluxVersion | undefined; readonly clusters?: string },
): string =>
  `nothing supplies \${${name}} to Kustomization "${owner}"${clusters === undefined ? '' : ` of ${clusters}`}: ${outcomeIn(flux)}`;

const outcomeIn = (flux: FluxVersion | undefined): string =>
  flux === undefined
    ? 'Flux 2.9 fails, and earlier versions put in an empty text'
    : flux === '2.9'
      ? 'Flux fails, and applies nothing of it'
      : 'Flux puts in an empty text';
