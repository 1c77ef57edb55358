export function browser(): string | null;
