import { defineDiagnostic } from '../diagnostics/index.js';

export const sopsOption = defineDiagnostic({
  code: 'FX874',
  name: 'sops-option',
  severity: 'error',
  summary: 'sops() was given an option that it does not have, no key, or one that is no public key of its kind.',
  page: {
    example: "sops({ age: 'AGE-SECRET-KEY-…' })",
    right: "sops({ age: 'age1…' })   // what age-keygen -y prints",
  },
});

export const privateKeyInGit = defineDiagnostic({
  code: 'FX875',
  name: 'private-key-in-git',
  severity: 'error',
  summary:
    'A file of the repository has a private key of age: everyone who reads the repository could decrypt every Secret in it.',
  page: {
    example: 'git add age.agekey',
    right: 'echo age.agekey >> .gitignore   # and a new key, where it was pushed',
  },
});

export const keysNotSought = defineDiagnostic({
  code: 'FX882',
  name: 'private-keys-not-sought',
  severity: 'notice',
  summary:
    "The project isn't in a repository of git, which says which files are committed, so no private key of age was looked for (FX875).",
  page: {
    example: 'npx fluxspan synth   # in a folder without a repository',
    right: 'git init',
  },
});

export const creationRules = defineDiagnostic({
  code: 'FX876',
  name: 'creation-rules',
  severity: 'notice',
  summary:
    'The project has a .sops.yaml of its own without the rule for the keys of sops(), so a new file may be encrypted for other keys than Flux has; or, with --check, synth would change the file.',
  page: {
    example: "secrets: sops({ age: 'age1…' })   // and .sops.yaml has no rule with that key",
    right:
      'paste the lines that the note shows into creation_rules of .sops.yaml, before rules that match the same files',
  },
});
