export const PHOTO_INSPECTOR = Symbol('PHOTO_INSPECTOR');
