export const PORTRAIT_ENGINE = Symbol('PORTRAIT_ENGINE');
export const PHOTO_INSPECTOR = Symbol('PHOTO_INSPECTOR');
