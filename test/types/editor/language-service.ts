import { dirname } from 'node:path';
import ts from '@typescript/typescript6';
import type { Editor } from './editor.js';

/** TypeScript 6, whose language service is a library. */
export const languageService = (file: string, tsconfig: string): Editor => {
  const read = ts.getParsedCommandLineOfConfigFile(
    tsconfig,
    {},
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: fail },
  );
  const { options, fileNames } = read!;
  const service = ts.createLanguageService({
    ...ts.sys,
    useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
    getScriptFileNames: () => fileNames,
    getScriptVersion: () => '1',
    getScriptSnapshot: (name) => {
      const text = ts.sys.readFile(name);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => dirname(tsconfig),
    getCompilationSettings: () => options,
    getDefaultLibFileName: (settings) => ts.getDefaultLibFilePath(settings),
  });
  return {
    complete: async (at) => {
      const { entries = [] } = service.getCompletionsAtPosition(file, at, {}) ?? {};
      const ours = entries.filter(({ sortText }) => sortText !== GLOBALS);
      return ours.map(({ name }) => name).sort();
    },
    hover: async (at) => {
      const { displayParts, documentation } = service.getQuickInfoAtPosition(file, at)!;
      return [ts.displayPartsToString(displayParts), ts.displayPartsToString(documentation)]
        .filter(Boolean)
        .join('\n\n');
    },
    close: () => service.dispose(),
  };
};

/** What TypeScript sorts globals and keywords by. */
const GLOBALS = '15';

const fail = (diagnostic: ts.Diagnostic): never => {
  throw new Error(ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n'));
};
