import { posix } from 'node:path';
import type { AnyFluxCluster } from '../declared/declared-cluster.js';
import type { Offer } from '../tenants/offer/offer.js';
import { parseOffer } from '../tenants/offer/parse-offer.js';
import { findBase } from './find-base.js';
import { Git, type GitAnswers, GitError } from './git.js';

/** What the platform offered a tenant in the base, from the file of the same path; undefined where it isn't known. */
export const offersInBase =
  (folder: string, base: string | undefined, answers?: GitAnswers) =>
  (cluster: AnyFluxCluster): Offer | undefined => {
    const file = cluster.published?.file;
    if (file === undefined) return undefined;
    try {
      const git = Git.open(folder, answers);
      const revision = findBase(git, cluster.base, base);
      const blob = 'cause' in revision ? undefined : git.files(revision.commit).blobs.get(posix.join(git.prefix, file));
      const text = blob === undefined ? undefined : git.texts.read([blob]).get(blob);
      const read = text === undefined ? undefined : parseOffer(text, file);
      return read?.ok === true ? read.value : undefined;
    } catch (error) {
      // The comparison says what is wrong with the repository.
      if (error instanceof GitError) return undefined;
      throw error;
    }
  };
