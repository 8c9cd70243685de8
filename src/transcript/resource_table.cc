/// The tools of common agents. Decides nothing but names: of tools, and of the arguments that say
/// what they touch.
#include "transcript/resource.h"

namespace epitome {
namespace {

using enum ResourceKind;

constexpr std::string_view kFile =
    "file_path path file filename target_file absolute_path notebook_path uri paths files";
constexpr std::string_view kFolder =
    "path dir_path directory directory_path target_directory relative_workspace_path folder";
constexpr std::string_view kCommand = "command cmd script code input";
constexpr std::string_view kQuery =
    "pattern query queries regex search_query search_term q search objective";
constexpr std::string_view kAddress = "url urls uri link href";
constexpr std::string_view kEditors =
    "str_replace_editor str_replace_based_edit_tool file_editor text_editor textEditor editor "
    "memory *__str_replace_editor";

constexpr ExtractorRow kCommon[] = {
    // Editors that do several things: what they do is an argument.
    {kEditors, kRead, kFile, "*", "command view"},
    {kEditors, kDelete, kFile, "", "command delete"},
    {kEditors, kWrite, "path file_path old_path", "", ""},
    // Plans before what their names also look like.
    {"todo todos *todo_write *todowrite *todo_read *todoread *update_plan *update_todo_list "
     "*write_todos manage_todo_list task_tracker TaskList",
     kPlan, "", "", ""},
    // A remote repository: its files are not those of the disk.
    {"*get_file_contents", kFetch, kFile, "*", ""},
    {"*webfetch *web_fetch *fetch_url *fetchurl fetch *__fetch *_fetch *read_url *readurl "
     "*browser_navigate *navigate_page *scrape *extract_page url_fetch *read_url_content "
     "*get_page *open_url",
     kFetch, kAddress, "*", ""},
    {"*websearch *web_search google_search *tavily_search *exa_search *search_web codebase_search "
     "semantic_search *web_search_exa",
     kSearch, kQuery, "*", ""},
    {"read view view_file open open_file cat read_notebook notebook_read NotebookRead *read_file "
     "*readfile *read_files *read_text_file *read_media_file *read_multiple_files *read_many_files "
     "*view_file *open_file *viewfile",
     kRead, kFile, "*", ""},
    {"delete rm delete_file remove_file *delete_file *deletefile *remove_file *removefile", kDelete,
     kFile, "", ""},
    {"move_file *move_file *rename_file", kDelete, "source old_path from path", "", ""},
    {"write edit create replace multi_edit MultiEdit NotebookEdit *notebook_edit edit_notebook "
     "apply_patch apply_diff insert_content search_and_replace search_replace write_to_file "
     "replace_in_file *write_file *writefile *edit_file *editfile *create_file *createfile "
     "*append_file *update_file *str_replace insert *apply_diff *multi_edit *edit_block",
     kWrite, kFile, "", ""},
    {"ls list list_dir list_files list_directory *list_dir *list_directory *list_files *listfiles "
     "*directory_tree *list_code_definition_names",
     kSearch, kFolder, "*", ""},
    {"grep glob find rg search *grep *glob *search_files *searchfiles *search_file_content "
     "*grep_search *file_search *find_files *search_code find_by_name *search_dir *search_file "
     "*find_file glob_file_search *grep_files",
     kSearch, kQuery, "*", ""},
    {"bash shell exec run terminal local_shell execute exec_command shell_command container.exec "
     "run_terminal_cmd run_in_terminal execute_command run_command run_shell_command execute_bash "
     "execute_ipython_cell run_code execute_code run_python python PowerShell *__bash *__shell "
     "*execute_command *run_command *run_shell_command *run_terminal_command *runcommand "
     "*executecommand *run_script",
     kRun, kCommand, "*", ""},
};

}  // namespace

std::span<const ExtractorRow> commonExtractors() { return kCommon; }

}  // namespace epitome
