/** In development only: every stylesheet the public pages may use. */
import '~/ui/styles.css';
import.meta.glob(['../**/*.css', '../../ui/*.module.css', '../../features/{shell,styles,billing}/*.module.css'], {
  eager: true,
});
