import { type Result, success } from '../diagnostics/index.js';
import { FileTooLargeError, readRegularFile, unreadReason } from '../files/read-file.js';
import { artifactTooLarge, MOST_ARTIFACT_MEGABYTES } from '../terraform/verify/parse-artifact.js';
import { UsageError } from './command.js';

/**
 * The bytes of what Terraform or kubectl printed.
 *
 * @param name as messages name it
 * @throws UsageError where it can't be read
 */
export const readArtifact = (path: string, name: string): Result<Uint8Array> => {
  try {
    return success(readRegularFile(path, MOST_ARTIFACT_MEGABYTES));
  } catch (error) {
    if (error instanceof FileTooLargeError) return artifactTooLarge(name, error.bytes);
    throw new UsageError(`cannot read "${name}": ${unreadReason(error)}`);
  }
};
