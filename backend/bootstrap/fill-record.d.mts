export function fillRecord(
  text: string,
  facts: object,
  environment: Record<string, string | undefined>,
  now: Date,
): string;
