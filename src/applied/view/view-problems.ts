import { type Diagnostic, diagnose } from '../../diagnostics/index.js';
import { fluxTreeFault } from '../diagnostics.js';
import { ownerName } from '../owner-name.js';
import type { OwnerDraft } from './owner-draft.js';

const at = ({ file, line }: Pick<OwnerDraft, 'file' | 'line'>) =>
  file === undefined ? {} : { file: line === undefined ? file : `${file}:${line}` };

export const cycle = (draft: OwnerDraft): Diagnostic =>
  diagnose(fluxTreeFault, {
    message: `Kustomization "${ownerName(draft.key)}" is applied by what it applies itself: ${[...draft.above.slice(draft.above.indexOf(draft.key)), draft.key].map((one) => ownerName(one)).join(' → ')}`,
    at: at(draft),
    fix: `move the manifest of "${ownerName(draft.key)}" out of the folders that it reads`,
  });

export const appliedTwice = (draft: OwnerDraft, parents: readonly string[]): Diagnostic => {
  const subject = {
    name: `Kustomization "${ownerName(draft.key)}"`,
    owner: parents.map((one) => `"${ownerName(one)}"`).join(' and '),
  };
  return diagnose(fluxTreeFault, {
    message: `${subject.name} is applied by ${subject.owner}, which take it from each other`,
    at: at(draft),
    ties: { subject },
    fix: 'let one of them apply it',
  });
};

export const leadsOut = (draft: OwnerDraft, path: string, folder: string): Diagnostic =>
  diagnose(fluxTreeFault, {
    message: `path "${path}" of Kustomization "${ownerName(draft.key)}" leads out of its source, where Flux doesn't follow: it reads "${folder}"`,
    at: at(draft),
    fix: `path: ./${folder}`,
  });

/** @param link the symbolic link in place of the folder or one above */
export const missingFolder = (draft: OwnerDraft, folder: string, link: string | undefined): Diagnostic =>
  diagnose(fluxTreeFault, {
    message: `Kustomization "${ownerName(draft.key)}" reads "${folder}", and ${link === undefined ? 'there is no such folder' : `"${link}" is a symbolic link, which Flux leaves out`}`,
    at: at(draft),
    fix:
      link === undefined
        ? 'correct its path, or delete the Kustomization'
        : 'let its path name the folder that the link leads to, or put the files in the place of the link',
  });

export const withoutNamespace = (draft: OwnerDraft): Diagnostic =>
  diagnose(fluxTreeFault, {
    message: `Kustomization "${draft.key.slice(1)}" has no namespace, neither in its file nor from what builds it, so Flux refuses it`,
    at: at(draft),
    fix: 'metadata.namespace: flux-system',
  });

export const sharedFolder = (file: string, folder: string, beside: string, line: number | undefined): Diagnostic =>
  diagnose(fluxTreeFault, {
    message: `the root of the cluster in "${beside}" reads "${folder}", the folder of another cluster: both clusters apply all that is there`,
    at: at({ file, ...(line === undefined ? {} : { line }) }),
    fix: `path: ./${beside}; or, if Flux of that cluster doesn't read this repository any more, git rm -r ${beside}/flux-system`,
  });
