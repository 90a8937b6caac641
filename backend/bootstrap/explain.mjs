import { stripVTControlCharacters } from 'node:util';

/** One German line for an error of the operating system that people can do something about; undefined for any other. */
function explainSystemError(code, text) {
  if (code === 'ENOSPC' || /ENOSPC|no space left on device/i.test(text)) {
    return 'Der Datenträger ist voll. Schaffen Sie Platz und starten Sie noch einmal.';
  }
  if (code === 'EROFS') return `Der Ordner lässt sich nicht beschreiben (nur lesbar): ${text}`;
  if (code === 'EACCES' || code === 'EPERM') return `Es fehlen Rechte: ${text}`;
  return undefined;
}

/** Anything thrown, as one line without a stack. */
export function explain(error) {
  const text = (error instanceof Error ? error.message : String(error)).split('\n')[0].trim();
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return explainSystemError(code, error instanceof Error ? error.message : text) ?? text;
}

/** The line of a tool's output that says what went wrong: the compiler's first error, else the last error line, else the last line. */
export function tellingLine(output) {
  const plain = stripVTControlCharacters(output);
  const lines = plain
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^npm (warn|notice)|ELIFECYCLE/i.test(line));
  const telling =
    lines.find((line) => /\berror TS\d+:/.test(line)) ??
    lines.findLast((line) => /\b(ERR_[A-Z_]+|E[A-Z]{3,}\b|error|fatal|failed)/i.test(line)) ??
    lines.at(-1) ??
    'ohne Angabe von Gründen';
  return explainSystemError(undefined, plain) ?? telling;
}
