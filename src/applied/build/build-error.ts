/** Why a folder doesn't build; the message ends with the tool's last line. */
export class BuildError extends Error {
  override readonly name = 'BuildError';
  constructor(
    message: string,
    /** The build tool isn't installed, so the folder's objects aren't known. */
    readonly isToolMissing = false,
    /** The folder doesn't exist. */
    readonly isFolderMissing = false,
  ) {
    super(message);
  }
}
