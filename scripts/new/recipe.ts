/** What a part of a skeleton says that nobody has filled in yet; test/scripts/new.test.ts finds what is left of it. */
export const TO_BE_WRITTEN = 'TO BE WRITTEN';

/** What `npm run new` writes for one thing. */
export interface Skeleton {
  /** New files: path, from the repository's root, → text. */
  readonly files: Readonly<Record<string, string>>;
  /** Files that list what is there: path → its text with the new entry. */
  readonly lists?: Readonly<Record<string, (text: string) => string>>;
  /** What is left to do by hand, in order. */
  readonly next: readonly string[];
}

/** The repository, as far as a recipe looks at it. */
export interface Repository {
  /** @returns undefined if there is no such file */
  readonly tryRead: (path: string) => string | undefined;
  /** The names in a folder; none if it isn't there. */
  readonly list: (folder: string) => readonly string[];
  /** The codes that a diagnostic has or had. */
  readonly codes: ReadonlySet<string>;
  /** The names of all diagnostics. */
  readonly diagnosticNames: ReadonlySet<string>;
}

export interface Recipe {
  /** `rule GROUP/NAME`. */
  readonly usage: string;
  readonly what: string;
  /** @throws RecipeError if the name can't be that of a new one */
  readonly plan: (name: string, repository: Repository) => Skeleton;
}

/** A wrong name, with what to write instead. */
export class RecipeError extends Error {
  constructor(
    message: string,
    readonly fix: string,
  ) {
    super(message);
  }
}
