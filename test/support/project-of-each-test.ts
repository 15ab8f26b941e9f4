import { afterEach, beforeEach } from 'vitest';
import { makeProject, type TestProject } from './project.js';

/** A project that each test of a file finds new; what is returned stands for that of the running test. */
export const projectOfEachTest = (): TestProject => {
  let made: TestProject | undefined;
  beforeEach(() => {
    made = makeProject();
  });
  afterEach(() => made?.remove());
  const current = (): TestProject => {
    if (made === undefined) throw new Error('a project is there only while a test runs');
    return made;
  };
  return {
    get folder() {
      return current().folder;
    },
    read: (path) => current().read(path),
    write: (path, text) => current().write(path, text),
    edit: (path, from, to) => current().edit(path, from, to),
    files: (folder) => current().files(folder),
    remove: () => current().remove(),
  };
};
