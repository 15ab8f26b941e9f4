/** Why a folder does not build; the message has the tool's own last line. */
export class BuildError extends Error {
  override readonly name = 'BuildError';
  constructor(
    message: string,
    /** The program that builds is not installed, so nothing is known of the folder. */
    readonly isToolMissing = false,
    /** There is nothing to build. */
    readonly isFolderMissing = false,
  ) {
    super(message);
  }
}
